/** A campaign with known receivers and losses, so that its results can be verified. */
export interface Campaign {
  readonly senders: ReadonlyArray<string>
  readonly domains: ReadonlyArray<string>
  readonly entries: ReadonlyArray<string>
  /** Domains whose name servers never answer. */
  readonly silent: ReadonlySet<string>
  /** Domains whose name servers answer SERVFAIL. */
  readonly failing: ReadonlySet<string>
  /** Domains that do not exist. */
  readonly dead: ReadonlySet<string>
}

const every = (domains: ReadonlyArray<string>, step: number, from: number) =>
  new Set(domains.filter((_, index) => index % step === from))

/** So many entries over so many domains; 1 of 300 is silent, 1 of 100 fails, 1 of 50 does not exist. */
export const makeCampaign = (prospects: number, domainCount: number, senderCount: number): Campaign => {
  const domains = Array.from({ length: domainCount }, (_, index) => `d${index}.example.org`)
  const silent = every(domains, 300, 7)
  const failing = new Set([...every(domains, 100, 13)].filter((domain) => !silent.has(domain)))
  return {
    senders: Array.from({ length: senderCount }, (_, index) => `s${index}.example.com`),
    domains,
    entries: Array.from({ length: prospects }, (_, index) => `p${index}@${domains[index % domainCount] ?? ""}`),
    silent,
    failing,
    dead: new Set([...every(domains, 50, 29)].filter((domain) => !silent.has(domain) && !failing.has(domain)))
  }
}
