/** What somebody pasted, sorted out. */
export interface Sites {
  /** Addresses to add, without those that are monitored. */
  readonly fresh: ReadonlyArray<string>
  /** How many are monitored already. */
  readonly known: number
  /** Texts that are no addresses. */
  readonly unclear: ReadonlyArray<string>
}

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*\.?$/u

const hostOf = (text: string): string | null => {
  const parsed = URL.parse(/^https?:\/\//iu.test(text) ? text : `https://${text}`)
  if (parsed === null || parsed.username !== "") return null
  const isAddress = /^[\d.]+$|^\[/u.test(parsed.hostname)
  return isAddress || HOST.test(parsed.hostname)
    ? parsed.host + (parsed.pathname === "/" ? "" : parsed.pathname) + parsed.search
    : null
}

/**
 * The addresses of a pasted list: separated by lines, commas, semicolons or spaces. The service decides about each.
 * This only finds duplicates and what is clearly something else.
 */
export const parseSites = (text: string, monitored: ReadonlySet<string>): Sites => {
  const fresh = new Map<string, string>()
  const unclear: Array<string> = []
  let known = 0
  for (const part of text.split(/[\s,;]+/u)) {
    const site = part.replaceAll(/^["'<(]+|["'>)]+$/gu, "")
    if (site === "") continue
    const host = hostOf(site)
    if (host === null) unclear.push(site)
    else if (monitored.has(host)) known += 1
    else if (!fresh.has(host)) fresh.set(host, site)
  }
  return { fresh: [...fresh.values()], known, unclear }
}
