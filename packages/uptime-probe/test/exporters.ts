// Runs Debian's blackbox_exporter and the `serve` command of this package with the same configuration file.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, vi } from "vitest"

const EXPORTER = "/usr/bin/prometheus-blackbox-exporter"
const COMMAND = fileURLToPath(new URL("../src/bin.ts", import.meta.url))

export const hasExporter = existsSync(EXPORTER)

const PATIENCE = { timeout: 60_000, interval: 200 }

/** Returns a port that was free a moment ago. Another process may take the port before it is used. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const ready = (url: string) => vi.waitFor(async () => expect((await fetch(url)).ok).toBe(true), PATIENCE)

/** The metrics of a probe by name and labels. */
type Samples = ReadonlyMap<string, number>

const samplesOf = (text: string): Samples =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const space = line.lastIndexOf(" ")
        return [line.slice(0, space), Number(line.slice(space + 1))]
      })
  )

/** Makes a folder, and functions that start programs. `close` ends the programs and removes the folder. */
export const makeExporters = () => {
  const folder = mkdtempSync(join(tmpdir(), "mon-blackbox-"))
  const processes: Array<ChildProcess> = []

  const start = (program: string, ...args: ReadonlyArray<string>) => {
    const child = spawn(program, [...args], { stdio: ["ignore", "pipe", "ignore"] })
    processes.push(child)
    return child
  }

  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }

  const startBoth = async (modules: object) => {
    // Every JSON text is also YAML.
    const file = write("blackbox.yml", JSON.stringify({ modules }))
    const theirs = `127.0.0.1:${await freePort()}`
    start(EXPORTER, `--config.file=${file}`, `--web.listen-address=${theirs}`)
    const command = start(
      process.execPath,
      "--conditions=@mon/source",
      COMMAND,
      ..."serve --web.listen-address 127.0.0.1:0 --allow 127.0.0.0/8 --config.file".split(" "),
      file
    )
    const [line] = (await once(createInterface(command.stdout ?? process.stdin), "line")) as [string]
    const ours = line.replace("Listening on http://", "")
    await ready(`http://${theirs}/-/healthy`)
    await ready(`http://${ours}/-/healthy`)
    const ask = async (server: string, target: string, module: string, more: Readonly<Record<string, string>>) => {
      const query = new URLSearchParams({ target, module, ...more }).toString()
      return samplesOf(await (await fetch(`http://${server}/probe?${query}`)).text())
    }
    /** Returns the metrics that both programs report for a target. */
    const both = async (target: string, module: string, more: Readonly<Record<string, string>> = {}) => {
      const [other, own] = await Promise.all([ask(theirs, target, module, more), ask(ours, target, module, more)])
      return { other, own }
    }
    return { theirs, ours, both }
  }

  const close = async () => {
    await Promise.all(
      processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, "exit")
        child.kill("SIGKILL")
        await ended
      })
    )
    rmSync(folder, { recursive: true, force: true })
  }

  return { folder, start, startBoth, write, close }
}
