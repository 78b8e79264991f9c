import type { sharedCauseEn } from "./sharedCause.en.ts"

export const sharedCauseDe: typeof sharedCauseEn = {
  together: "Gemeinsam ausgefallen",
  togetherWith: (number, place) =>
    number === 1
      ? `Etwa zur selben Zeit ist 1 anderer Monitor ${place} ausgefallen.`
      : `Etwa zur selben Zeit sind ${number} andere Monitore ${place} ausgefallen.`,
  moreTogether: (number) => `und ${number} weitere`,
  places: {
    address: (value) => `unter ${value}`,
    network: (value) => `im Netz ${value}`,
    name_servers: (value) => `mit den Nameservern ${value}`
  }
}
