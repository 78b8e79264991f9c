import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const PROMETHEUS = "/usr/bin/prometheus"

export const hasPrometheus = (): boolean => existsSync(PROMETHEUS)

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/**
 * Shortens the ranges and delays of alerting rules, so that tests need not wait for minutes. The thresholds stay. A
 * worker updates its gauges every 15 s, so no range is shorter than 20 s.
 */
const hasten = (rules: string): string =>
  rules
    .replaceAll(/\[(?:5|10)m\]/gu, "[20s]")
    .replaceAll("[15m]", "[3m]")
    .replaceAll("[1h]", "[1m]")
    .replaceAll(/for: \d+m/gu, "for: 1s")

/** Starts Debian's Prometheus, which scrapes a service every second and evaluates alerting rules. */
export const startPrometheus = async (rules: string, port: number) => {
  const folder = mkdtempSync(join(tmpdir(), "mon-alerts-"))
  const own = await freePort()
  writeFileSync(join(folder, "rules.yml"), hasten(rules))
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: ["rules.yml"],
    scrape_configs: [{ job_name: "mon", static_configs: [{ targets: [`127.0.0.1:${port}`] }] }]
  }
  // JSON is valid YAML.
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config))
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${own}`
    ],
    { stdio: "ignore" }
  )
  interface Sample {
    readonly metric: { readonly alertname?: string }
    readonly value: readonly [number, string]
  }
  /** Returns the result of a PromQL query. The list is empty while Prometheus does not answer. */
  const query = async (text: string): Promise<ReadonlyArray<Sample>> => {
    const response = await fetch(`http://127.0.0.1:${own}/api/v1/query?query=${encodeURIComponent(text)}`).catch(
      () => null
    )
    if (response === null || !response.ok) return []
    const { data } = (await response.json()) as { readonly data: { readonly result: ReadonlyArray<Sample> } }
    return data.result
  }
  /** Returns the names of the alerts that fired at some time in the last hour. */
  const fired = async (): Promise<ReadonlySet<string | undefined>> => {
    const alerts = await query('max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[1h]))')
    return new Set(alerts.map(({ metric }) => metric.alertname))
  }
  const firing = async (): Promise<ReadonlySet<string | undefined>> => {
    const alerts = await query('ALERTS{alertstate="firing"}')
    return new Set(alerts.map(({ metric }) => metric.alertname))
  }
  /** Returns the start times of the scraped processes, in Unix seconds as text. */
  const starts = async (): Promise<ReadonlyArray<string>> =>
    (await query("process_start_time_seconds")).map(({ value }) => value[1])
  return {
    fired,
    firing,
    starts,
    stop: () => {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
