import type { Language } from "@mon/model"

const english = {
  word: "STATUS PAGE",
  confirmSubject: (page: string) => `Confirm your subscription to ${page}`,
  confirmHeadline: (page: string) => `Subscribe to ${page}`,
  confirmLead: (page: string) =>
    `Somebody, hopefully you, wants to get emails about incidents and maintenance of ${page} at this address. The link below works once and expires in 24 hours. If it was not you, ignore this email and you get no others.`,
  confirmLink: "Confirm the subscription",
  knownSubject: (page: string) => `You already subscribe to ${page}`,
  knownHeadline: (page: string) => `You already subscribe to ${page}`,
  knownLead: (page: string) =>
    `Somebody, hopefully you, asked for emails about ${page} at this address, which gets them already. You can choose components or unsubscribe with the link below.`,
  manageLink: "Change the subscription",
  read: "Read more",
  page: "Status page",
  state: "State",
  affected: "Affected",
  planned: "Planned",
  time: "Time"
}

/** The texts of emails to subscribers. */
export type SubscriberWords = typeof english

const german: SubscriberWords = {
  word: "STATUSSEITE",
  confirmSubject: (page) => `Bestätigen Sie Ihr Abonnement von ${page}`,
  confirmHeadline: (page) => `${page} abonnieren`,
  confirmLead: (page) =>
    `Jemand, hoffentlich Sie, möchte an diese Adresse E-Mails über Störungen und Wartungen von ${page} bekommen. Der Link unten gilt einmal und 24 Stunden lang. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Dann bekommen Sie keine weiteren.`,
  confirmLink: "Abonnement bestätigen",
  knownSubject: (page) => `Sie haben ${page} schon abonniert`,
  knownHeadline: (page) => `Sie haben ${page} schon abonniert`,
  knownLead: (page) =>
    `Jemand, hoffentlich Sie, möchte an diese Adresse E-Mails über ${page} bekommen. Sie bekommt sie schon. Mit dem Link unten wählen Sie Komponenten aus oder bestellen die E-Mails ab.`,
  manageLink: "Abonnement ändern",
  read: "Weiterlesen",
  page: "Statusseite",
  state: "Stand",
  affected: "Betroffen",
  planned: "Geplant",
  time: "Zeit"
}

/** The texts of emails to subscribers by language. */
export const subscriberWords: Readonly<Record<Language, SubscriberWords>> = { en: english, de: german }
