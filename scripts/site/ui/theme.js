// Runs before the page is drawn: the colours that were chosen, and a mark that there are scripts, so that what needs them has its place at once.
document.documentElement.classList.add("scripts")
try { const theme = localStorage.getItem("theme"); if (theme) document.documentElement.dataset.theme = theme } catch { /* the system's */ }
