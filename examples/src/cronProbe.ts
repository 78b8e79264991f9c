import { makeProbe, type ProbeOptions } from "@mon/uptime-probe"

/** For cron: checks each URL and returns one line for each that is not up. The exit code is 1 if any URL is not up. */
export const probeOnce = async (
  urls: ReadonlyArray<string>,
  options: ProbeOptions = {}
): Promise<{ readonly lines: ReadonlyArray<string>; readonly exitCode: number }> => {
  const probe = makeProbe(options)
  const results = await Promise.all(urls.map((url) => probe.check({ url, timeoutMs: 10_000 })))
  const lines = results.flatMap(({ message, outcome, url, verdict }) =>
    verdict === "up" ? [] : [`${url} ${verdict}: ${outcome} ${message ?? ""}`.trim()]
  )
  return { lines, exitCode: lines.length === 0 ? 0 : 1 }
}
