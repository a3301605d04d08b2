class Ytt < Formula
  desc "[[.Short]]"
  homepage "[[.Home]]"
  version "[[.Number]]"
  license "[[.License]]"

  on_macos do
    on_arm do
      url "[[url "darwin" "arm64"]]"
      sha256 "[[sum "darwin" "arm64"]]"
    end
    on_intel do
      url "[[url "darwin" "amd64"]]"
      sha256 "[[sum "darwin" "amd64"]]"
    end
  end

  on_linux do
    on_arm do
      url "[[url "linux" "arm64"]]"
      sha256 "[[sum "linux" "arm64"]]"
    end
    on_intel do
      url "[[url "linux" "amd64"]]"
      sha256 "[[sum "linux" "amd64"]]"
    end
  end

  def install
    bin.install "ytt"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/ytt.bash" => "ytt"
    zsh_completion.install "completions/_ytt"
    fish_completion.install "completions/ytt.fish"
  end

  test do
    (testpath/"a.yml").write("a: #@ 1 + 1\n")
    assert_equal "a: 2\n", shell_output("#{bin}/ytt -f #{testpath}/a.yml")
  end
end
