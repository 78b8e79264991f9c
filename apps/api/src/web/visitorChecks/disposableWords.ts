import type { checkDisposable } from "@mon/disposable-check"
import type { Language } from "@mon/model"

type Verdict = Extract<ReturnType<typeof checkDisposable>, { readonly valid: true }>

interface Words {
  readonly title: string
  readonly lead: (service: string) => string
  readonly invalid: string
  readonly label: string
  readonly hint: string
  readonly check: string
  readonly free: string
  readonly emailHealth: string
  readonly again: string
  readonly didYouMean: string
  readonly provider: (name: string) => string
  /** The meaning of each class for a site on which somebody has entered such an address. */
  readonly meanings: Readonly<Record<Verdict["class"], { readonly title: string; readonly text: string }>>
  readonly evidence: Readonly<Record<NonNullable<Verdict["tier"]>, string>>
}

export const disposableWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Disposable email check",
    lead: (service) =>
      `Is an address only for short-term use? ${service} compares its domain with over 72,000 domains of disposable addresses. Mailboxes with a focus on privacy are not among them.`,
    invalid: "Enter an email address or a domain.",
    label: "Email address or domain",
    hint: "The part before the @ is not stored.",
    check: "Check now",
    free: "Free, with no account needed. We do not send any email.",
    emailHealth: "Check a domain's email health",
    again: "Check another address",
    didYouMean: "Did you mean",
    provider: (name) => `Provider: ${name}`,
    meanings: {
      disposable: {
        title: "Disposable",
        text: "Addresses at this domain are for short-term use. Email sent to them is soon lost."
      },
      alias: {
        title: "Alias",
        text: "Addresses at this domain forward to a permanent mailbox. They are not disposable."
      },
      privacy: { title: "Private mailbox", text: "The domain offers permanent mailboxes with a focus on privacy." },
      free: { title: "Free mailbox", text: "The domain offers permanent mailboxes for individuals." },
      typo: {
        title: "Probably misspelt",
        text: "The domain looks like a misspelled domain of a large mailbox provider. Email sent to it will not reach the person."
      },
      none: {
        title: "Not disposable",
        text: "The domain is not on any list. Most company domains are in this class."
      }
    },
    evidence: {
      confirmed: "A maintained list or two independent lists contain the domain.",
      reported: "The domain is on one list."
    }
  },
  de: {
    title: "Prüfung auf Wegwerfadressen",
    lead: (service) =>
      `Ist eine Adresse nur für kurze Zeit gedacht? ${service} vergleicht ihre Domain mit über 72.000 Domains von Wegwerfadressen. Postfächer, die die Privatsphäre schützen, sind nicht darunter.`,
    invalid: "Geben Sie eine E-Mail-Adresse oder eine Domain ein.",
    label: "E-Mail-Adresse oder Domain",
    hint: "Der Teil vor dem @ wird nicht gespeichert.",
    check: "Jetzt prüfen",
    free: "Kostenlos und ohne Konto. Wir senden keine E-Mail.",
    emailHealth: "E-Mail-Zustellbarkeit einer Domain prüfen",
    again: "Andere Adresse prüfen",
    didYouMean: "Meinten Sie",
    provider: (name) => `Anbieter: ${name}`,
    meanings: {
      disposable: {
        title: "Wegwerfadresse",
        text: "Adressen dieser Domain sind für kurze Zeit gedacht. E-Mails an sie gehen bald verloren."
      },
      alias: {
        title: "Alias",
        text: "Adressen dieser Domain leiten an ein dauerhaftes Postfach weiter. Sie sind keine Wegwerfadressen."
      },
      privacy: {
        title: "Privates Postfach",
        text: "Die Domain bietet dauerhafte Postfächer, die die Privatsphäre schützen."
      },
      free: { title: "Kostenloses Postfach", text: "Die Domain bietet dauerhafte Postfächer für Privatpersonen." },
      typo: {
        title: "Wahrscheinlich verschrieben",
        text: "Die Domain sieht aus wie die falsch geschriebene Domain eines großen Postfachanbieters. E-Mails an sie erreichen die Person nicht."
      },
      none: {
        title: "Keine Wegwerfadresse",
        text: "Die Domain steht auf keiner Liste. Das gilt für die meisten Domains von Firmen."
      }
    },
    evidence: {
      confirmed: "Die Domain steht auf einer gepflegten Liste oder auf zwei unabhängigen Listen.",
      reported: "Die Domain steht auf einer Liste."
    }
  }
}
