// Runs before the page is drawn: the colours that were chosen.
try { const theme = localStorage.getItem("theme"); if (theme) document.documentElement.dataset.theme = theme } catch { /* the system's */ }
