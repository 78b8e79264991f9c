import type { Language } from "@mon/model"

const english = {
  word: "STATUS PAGE",
  confirmSubject: "Confirm your subscription to a status page",
  confirmHeadline: "Subscribe to a status page",
  confirmLead: (page: string) =>
    `Someone, hopefully you, wants to get emails about incidents and maintenance from the status page “${page}” at this address. The link below works once and expires in 24 hours. If it wasn't you, ignore this email, and you won't get any more.`,
  confirmLink: "Confirm the subscription",
  knownSubject: "You already subscribe to a status page",
  knownLead: (page: string) =>
    `Someone, hopefully you, asked for emails from the status page “${page}” to be sent to this address, but this address is already subscribed. To choose components or unsubscribe, use the link below.`,
  manageLink: "Change the subscription",
  read: "Read more",
  page: "Status page",
  state: "State",
  affected: "Affected",
  planned: "Planned",
  time: "Time"
}

export type SubscriberWords = typeof english

const german: SubscriberWords = {
  word: "STATUSSEITE",
  confirmSubject: "Bestätigen Sie Ihr Abonnement einer Statusseite",
  confirmHeadline: "Statusseite abonnieren",
  confirmLead: (page) =>
    `Jemand, hoffentlich Sie, möchte an diese Adresse E-Mails über Störungen und Wartungen von der Statusseite „${page}“ bekommen. Der Link unten gilt einmal und 24 Stunden lang. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Dann bekommen Sie keine weiteren.`,
  confirmLink: "Abonnement bestätigen",
  knownSubject: "Sie haben eine Statusseite schon abonniert",
  knownLead: (page) =>
    `Jemand, hoffentlich Sie, möchte an diese Adresse E-Mails von der Statusseite „${page}“ bekommen. Die Adresse ist aber schon angemeldet. Mit dem Link unten wählen Sie Komponenten aus oder bestellen die E-Mails ab.`,
  manageLink: "Abonnement ändern",
  read: "Weiterlesen",
  page: "Statusseite",
  state: "Stand",
  affected: "Betroffen",
  planned: "Geplant",
  time: "Zeit"
}

export const subscriberWords: Readonly<Record<Language, SubscriberWords>> = { en: english, de: german }
