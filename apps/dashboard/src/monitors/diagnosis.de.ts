import type { diagnosisEn } from "./diagnosis.en.ts"

export const diagnosisDe: typeof diagnosisEn = {
  title: "Wahrscheinliche Ursache",
  confidence: (percent) => `Sicherheit ${percent}\u00A0%`,
  nextStep: "Was zu tun ist",
  evidence: "Belege",
  against: "Was dagegen spricht",
  others: "Andere mögliche Ursachen",
  guesses: "Mögliche Ursachen",
  missing: "Was helfen würde, die Ursache zu finden"
}
