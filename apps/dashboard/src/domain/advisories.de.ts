import type { advisoriesEn } from "./advisories.en.ts"

export const advisoriesDe: typeof advisoriesEn = {
  down: (location) => `Vom Standort ${location} aus ist die Website nicht erreichbar.`,
  downMeans: "Die meisten anderen Standorte erreichen sie. Darum gibt es keine Störung und keine Benachrichtigung.",
  up: (location) => `Vom Standort ${location} aus ist die Website weiterhin erreichbar.`,
  upMeans: "Die meisten anderen Standorte erreichen sie nicht.",
  since: "Zuerst gesehen"
}
