import { execFile } from "node:child_process"

const LARGEST_OUTPUT = 64 * 1024 * 1024

/** Runs a command until it ends. Resolves for every exit code, and does not block other commands. */
export const run = (program, args, options = {}) =>
  new Promise((resolve) =>
    execFile(
      program,
      args,
      { encoding: "utf8", maxBuffer: LARGEST_OUTPUT, shell: process.platform === "win32", ...options },
      (error, stdout, stderr) =>
        resolve({
          status: error === null ? 0 : Number(error.code) || 1,
          stdout,
          stderr: stderr || (error?.message ?? "")
        })
    )
  )
