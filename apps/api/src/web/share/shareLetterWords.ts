import type { Language } from "@mon/model"

export interface ShareLetterText {
  readonly word: string
  readonly subject: string
  readonly headline: string
  readonly lead: string
}

interface Words {
  readonly code: (campaign: string, code: string) => ShareLetterText
  readonly locked: (campaign: string) => ShareLetterText
}

export const shareLetterWords: Readonly<Record<Language, Words>> = {
  en: {
    code: (campaign, code) => ({
      word: "CODE",
      subject: `${code} opens the results of "${campaign}"`,
      headline: `The code is ${code}`,
      lead: `Someone opened the link to your campaign simulation "${campaign}" and wants to see its results. To let them, give them the code ${code}, which works once and expires in 10 minutes. Otherwise, ignore this email. To disable the link, create a new one through the API.`
    }),
    locked: (campaign) => ({
      word: "LOCKED",
      subject: `The link to "${campaign}" is locked`,
      headline: "A link was locked",
      lead: `Too many wrong codes were entered for the link to your campaign simulation "${campaign}", so the link was locked. Anyone who has already entered a correct code can still see the results. To share the simulation again, create a new link through the API (revoke-share), which replaces this one.`
    })
  },
  de: {
    code: (campaign, code) => ({
      word: "CODE",
      subject: `${code} öffnet die Ergebnisse von „${campaign}“`,
      headline: `Der Code ist ${code}`,
      lead: `Jemand hat den Link zu Ihrer Simulation „${campaign}“ geöffnet und möchte die Ergebnisse sehen. Wenn Sie einverstanden sind, geben Sie den Code ${code} weiter. Er gilt einmal und 10 Minuten lang. Sonst ignorieren Sie diese E-Mail. Um den Link abzuschalten, erstellen Sie einen neuen.`
    }),
    locked: (campaign) => ({
      word: "GESPERRT",
      subject: `Der Link zu „${campaign}“ ist gesperrt`,
      headline: "Ein Link wurde gesperrt",
      lead: `Für den Link zu Ihrer Simulation „${campaign}“ wurden zu viele falsche Codes eingegeben. Deshalb ist er gesperrt. Wer schon einen richtigen Code eingegeben hat, sieht die Ergebnisse weiter. Um die Simulation wieder zu teilen, erstellen Sie einen neuen Link. Er ersetzt diesen.`
    })
  }
}
