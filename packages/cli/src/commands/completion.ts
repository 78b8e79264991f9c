import { choice, type Command, command, completionScript, ExitCode, required, shells } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"

export const completionOf = (mon: Command<CliTerminal>) =>
  command({
    name: "mon completion",
    description: "Prints the script that completes commands, options and values of mon in a shell.",
    options: {},
    arguments: { shell: required(choice("shell", shells), "The shell") },
    examples: [
      ["source <(mon completion bash)", "in ~/.bashrc"],
      ["source <(mon completion zsh)", "in ~/.zshrc, after compinit"],
      ["mon completion fish > ~/.config/fish/completions/mon.fish", "for fish"]
    ],
    exitCodes: { ok: "The script is printed", couldNot: "The script cannot be printed" },
    run: async ({ shell }, terminal: CliTerminal) => {
      terminal.out(await completionScript(shell, mon))
      return ExitCode.ok
    }
  })
