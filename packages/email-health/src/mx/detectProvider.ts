import { argumentsOf, aString } from "@mon/bundled/arguments"
import { MAIL_PROVIDERS, type MailProvider } from "./providers.ts"

const acceptDetectProvider = /* @__PURE__ */ argumentsOf("detectProvider", () => ({ host: aString }))

const BY_SUFFIX: ReadonlyMap<string, MailProvider> = new Map(
  MAIL_PROVIDERS.flatMap((provider) => provider.suffixes.map((suffix) => [suffix, provider] as const))
)

/** Returns the entry for the longest matching suffix of a name. Suffixes consist of whole labels. */
export const longestSuffix = <A>(table: ReadonlyMap<string, A>, name: string): A | null => {
  const labels = name.toLowerCase().replace(/\.$/, "").split(".")
  for (let from = 0; from < labels.length; from++) {
    const found = table.get(labels.slice(from).join("."))
    if (found !== undefined) return found
  }
  return null
}

/**
 * Returns the provider of a mail host, found by the longest matching suffix of whole labels; null if unknown.
 *
 * @example
 * detectProvider("example-com.mail.protection.outlook.com")?.name // => "Microsoft 365"
 * detectProvider("mx.notgoogle.com") // => null
 */
export const detectProvider = (host: string): MailProvider | null => {
  acceptDetectProvider(host)
  return longestSuffix(BY_SUFFIX, host)
}
