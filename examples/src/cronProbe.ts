import { makeProbe, type ProbeOptions } from "@mon/uptime-probe"

/** For cron: looks at each URL, one line for each that is not up; the exit code is 1 when there is one. */
export const probeOnce = async (
  urls: ReadonlyArray<string>,
  options: ProbeOptions = {}
): Promise<{ readonly lines: ReadonlyArray<string>; readonly exitCode: number }> => {
  const probe = makeProbe(options)
  const looks = await Promise.all(urls.map((url) => probe.look({ url, timeoutMs: 10_000 })))
  const lines = looks.flatMap(({ message, outcome, url, verdict }) =>
    verdict === "up" ? [] : [`${url} ${verdict}: ${outcome} ${message ?? ""}`.trim()]
  )
  return { lines, exitCode: lines.length === 0 ? 0 : 1 }
}
