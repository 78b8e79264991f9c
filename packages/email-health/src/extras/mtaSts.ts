import { argumentsOf, aString } from "@mon/arguments"

const acceptParseMtaStsPolicy = /* @__PURE__ */ argumentsOf("parseMtaStsPolicy", () => ({ text: aString }))

/** An MTA-STS policy (RFC 8461 section 3.2). */
export interface MtaStsPolicy {
  readonly mode: "enforce" | "testing" | "none"
  /** Patterns of mail host names. */
  readonly mx: ReadonlyArray<string>
  /** Seconds. */
  readonly maxAge: number
}

/** The longest lifetime of a policy in seconds (RFC 8461 section 3.2). */
const MAX_AGE = 31_557_600
/** The most characters of a policy that are read (RFC 8461 section 3.3 suggests 64 KiB). */
const MAX_TEXT = 65_536
const LINE = /^([a-z0-9][a-z0-9_.-]{0,31})[ \t]*:(.*)$/i

const isMode = (text: string | undefined): text is MtaStsPolicy["mode"] =>
  text === "enforce" || text === "testing" || text === "none"

/**
 * Parses an MTA-STS policy file; null when invalid.
 *
 * @example
 * parseMtaStsPolicy("version: STSv1\nmode: enforce\nmx: *.example.com\nmax_age: 604800") // => { mode: "enforce", mx: ["*.example.com"], maxAge: 604800 }
 */
export const parseMtaStsPolicy = (text: string): MtaStsPolicy | null => {
  acceptParseMtaStsPolicy(text)
  const fields = text
    .slice(0, MAX_TEXT)
    .split(/\r?\n/)
    .flatMap((line) => {
      const match = LINE.exec(line)
      return match === null ? [] : [[(match[1] ?? "").toLowerCase(), (match[2] ?? "").trim()] as const]
    })
  const first = (name: string): string | undefined => fields.find(([key]) => key === name)?.[1]
  const mode = first("mode")
  const maxAge = Number(first("max_age"))
  const mx = fields.filter(([key]) => key === "mx").map(([, value]) => value.toLowerCase())
  if (first("version") !== "STSv1" || !isMode(mode) || !Number.isInteger(maxAge) || maxAge < 0 || maxAge > MAX_AGE)
    return null
  return mode !== "none" && mx.length === 0 ? null : { mode, mx, maxAge }
}

/** Whether a policy covers a mail host (RFC 8461 section 4.1). */
export const covers = ({ mx }: MtaStsPolicy, host: string): boolean =>
  mx.some((pattern) =>
    pattern.startsWith("*.") ? host.slice(host.indexOf(".")) === pattern.slice(1) : host === pattern
  )
