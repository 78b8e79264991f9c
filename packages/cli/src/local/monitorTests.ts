import { domainAddress, expectationsFault, pageAddress, pageRulesFault, type PlainTarget } from "@mon/checks/local"
import type { ConfigDocument, ConfigFault, ReadConfig } from "@mon/api-contract/config-file"
import { domainDefaults, type PageRules, pageDefaults } from "@mon/model"
import { parsePublicUrl } from "@mon/public-net"

/** A check of one monitor in a file. */
export interface MonitorTest extends PlainTarget {
  readonly section: "domains" | "urls"
  readonly key: string
  readonly name: string
  /** The line of the monitor in the file. */
  readonly line: number
  readonly column: number
  readonly isPaused: boolean
  /** The options for reading a page; null for a domain. */
  readonly page: { readonly rules: PageRules; readonly render: boolean } | null
}

/** The checks of a file, or the faults of the file. */
export type MonitorTests =
  | { readonly ok: true; readonly tests: ReadonlyArray<MonitorTest> }
  | { readonly ok: false; readonly faults: ReadonlyArray<ConfigFault> }

const MS = 1_000

type ConfigDomain = NonNullable<ConfigDocument["domains"]>[string]
type ConfigUrl = NonNullable<ConfigDocument["urls"]>[string]

/** Returns the URL that the service would check; null if the service would refuse it. */
const targetOf = (text: string, allowPrivate: boolean): URL | null => {
  const parsed = parsePublicUrl(text)
  if (parsed.ok) return parsed.url
  const url = allowPrivate ? URL.parse(text.includes("://") ? text : `https://${text}`) : null
  return url !== null && /^https?:$/u.test(url.protocol) && url.username === "" && url.password === "" ? url : null
}

const domainTest = (domain: ConfigDomain, defaults: Partial<ConfigDomain> | undefined, url: URL) => {
  const { contentFaults, expect, name, request, timeoutSeconds } = {
    ...domainDefaults,
    name: url.hostname,
    ...defaults,
    ...domain
  }
  return {
    name,
    url: domainAddress(url),
    timeoutMs: timeoutSeconds * MS,
    request,
    expect: expect ?? [],
    contentFaults,
    contentMemory: null,
    page: null
  }
}

const pageTest = (page: ConfigUrl, defaults: Partial<ConfigUrl> | undefined, url: URL) => {
  const { contentFaults, expect, name, render, request, timeoutSeconds, ...rules } = {
    ...pageDefaults,
    name: url.hostname,
    ...defaults,
    ...page
  }
  const { exclude, ignoreLines, include, minimumChange, onlyLines, trigger } = rules
  return {
    name,
    url: pageAddress(url),
    timeoutMs: timeoutSeconds * MS,
    request,
    expect: expect ?? [],
    contentFaults,
    contentMemory: null,
    page: {
      rules: {
        exclude: exclude ?? [],
        ignoreLines: ignoreLines ?? [],
        include: include ?? [],
        minimumChange,
        onlyLines,
        trigger
      },
      render
    }
  }
}

/** Converts the monitors of a file to checks. Refuses settings that the service would refuse. */
export const monitorTests = async (
  { document, positionOf }: ReadConfig,
  allowPrivate: boolean
): Promise<MonitorTests> => {
  const faults: Array<ConfigFault> = []
  const tests: Array<MonitorTest> = []
  const add = async (
    section: "domains" | "urls",
    key: string,
    given: ConfigDomain | ConfigUrl,
    testOf: (url: URL) => Omit<MonitorTest, "section" | "key" | "line" | "column" | "isPaused">
  ) => {
    const place = positionOf([section, key])
    const refuse = (message: string, field: string | null) =>
      void faults.push({
        path: field === null ? `${section}.${key}` : `${section}.${key}.${field}`,
        ...positionOf(field === null ? [section, key] : [section, key, field]),
        message
      })
    const url = targetOf(given.url, allowPrivate)
    if (url === null) return refuse("URL must point to a public domain. --allow-private allows others.", "url")
    const test = testOf(url)
    const fault = expectationsFault(test.expect) ?? (test.page === null ? null : await pageRulesFault(test.page.rules))
    if (fault !== null) return refuse(fault, null)
    const isPaused = given.paused ?? document.defaults?.[section]?.paused ?? false
    tests.push({ section, key, line: place.line, column: place.column, isPaused, ...test })
  }
  for (const [key, domain] of Object.entries(document.domains ?? {}))
    await add("domains", key, domain, (url) => domainTest(domain, document.defaults?.domains, url))
  for (const [key, page] of Object.entries(document.urls ?? {}))
    await add("urls", key, page, (url) => pageTest(page, document.defaults?.urls, url))
  return faults.length > 0 ? { ok: false, faults } : { ok: true, tests }
}
