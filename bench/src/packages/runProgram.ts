import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"

/** A benchmark in the folder of a package: a program that prints its result. */
export interface PackageProgram {
  /** The program's file, in a folder of the package. */
  readonly program: URL
  readonly args: ReadonlyArray<string>
}

/** The exit codes of a complete run. 1: it missed a target, which the output reports. */
const COMPLETE_CODES: ReadonlySet<number | null> = new Set([0, 1])

/** Runs it to its end and returns the lines that it printed. */
export const runProgram = ({ args, program }: PackageProgram): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--conditions=@mon/source", fileURLToPath(program), ...args], {
      cwd: fileURLToPath(new URL("..", program)),
      stdio: ["ignore", "pipe", "inherit"]
    })
    let text = ""
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (part: string) => {
      text += part
    })
    child.once("error", reject)
    child.once("close", (code) =>
      COMPLETE_CODES.has(code) && text !== ""
        ? resolve(text.trimEnd().split("\n"))
        : reject(new Error(`${program.href} ended with code ${code}.`))
    )
  })

/** The number behind a word in one of the lines; null when it is not there. */
export const numberBehind = (lines: ReadonlyArray<string>, word: string): number | null => {
  const line = lines.find((text) => text.includes(`${word} `))
  const value = Number.parseFloat(line?.slice(line.indexOf(`${word} `) + word.length + 1) ?? "")
  return Number.isNaN(value) ? null : value
}
