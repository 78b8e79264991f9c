import type { whatToAddEn } from "./whatToAdd.en.ts"

export const whatToAddDe: typeof whatToAddEn = {
  question: "Was soll überwacht werden?",
  site: { name: "Eine Website", about: "Ist sie erreichbar?" },
  page: { name: "Eine Seite", about: "Hat sie sich geändert?" },
  job: { name: "Ein Job", about: "Lief er rechtzeitig?" },
  server: { name: "Ein Server", about: "Ist sein Port offen?" },
  mail: { name: "Ein Mailserver", about: "Nimmt er Mail an?" },
  database: { name: "Eine Datenbank", about: "Antwortet sie?" }
}
