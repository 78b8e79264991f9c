// The packages that are compared. `open` is the source of an expression that returns the function under test. It is
// text, because each measurement runs in its own process, which must load nothing else.
import { fileURLToPath } from "node:url"

export interface Contender {
  readonly name: string
  readonly open: string
  /**
   * The published file that contains the rules: an absolute path, or a path that begins with the name of the package.
   */
  readonly artefact: string
  /**
   * The number of email addresses in one round. Slow contenders get fewer, because the slowest would take minutes for
   * all addresses.
   */
  readonly emails: number
}

const entryPoint = new URL("../dist/index.js", import.meta.url)
const require = `process.getBuiltinModule("node:module").createRequire(${JSON.stringify(import.meta.url)})`

export const CONTENDERS: ReadonlyArray<Contender> = [
  {
    name: "@mon/disposable-check",
    open: `(await import(${JSON.stringify(entryPoint.href)})).isDisposable`,
    artefact: fileURLToPath(new URL("../table/disposable.bin", import.meta.url)),
    emails: 20_000
  },
  {
    name: "@mon/disposable-check, full verdict",
    open: `((check) => (email) => { const verdict = check(email); return verdict.valid && verdict.disposable })((await import(${JSON.stringify(entryPoint.href)})).checkDisposable)`,
    artefact: fileURLToPath(new URL("../table/disposable.bin", import.meta.url)),
    emails: 20_000
  },
  {
    name: "disposable-email-domains + Set",
    open: `((require) => {
      const domains = new Set(require("disposable-email-domains"))
      const wildcards = new Set(require("disposable-email-domains/wildcard.json"))
      return (email) => {
        const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase()
        if (domains.has(domain)) return true
        for (let dot = -1; ; ) {
          if (wildcards.has(dot < 0 ? domain : domain.slice(dot + 1))) return true
          dot = domain.indexOf(".", dot + 1)
          if (dot < 0) return false
        }
      }
    })(${require})`,
    artefact: "disposable-email-domains/index.json",
    emails: 20_000
  },
  {
    name: "disposable-email-domains + Set, exact match only",
    open: `((require) => {
      const domains = new Set(require("disposable-email-domains"))
      return (email) => domains.has(email.slice(email.lastIndexOf("@") + 1).toLowerCase())
    })(${require})`,
    artefact: "disposable-email-domains/index.json",
    emails: 20_000
  },
  {
    name: "burner-email-providers",
    open: `${require}("burner-email-providers").isEmailBurner`,
    artefact: "burner-email-providers/emails.txt",
    emails: 20_000
  },
  {
    name: "mailchecker",
    open: `((mailchecker) => (email) => !mailchecker.isValid(email))(${require}("mailchecker"))`,
    artefact: "mailchecker/platform/node/index.js",
    emails: 20_000
  },
  {
    name: "disposable-email-domains-js",
    open: `${require}("disposable-email-domains-js").isDisposableEmail`,
    artefact: "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json",
    emails: 200
  }
]
