import type { Language } from "@mon/model"

interface Words {
  readonly watch: (service: string) => string
  readonly watchThis: string
}

export const toolWords: Readonly<Record<Language, Words>> = {
  en: {
    watch: (service) =>
      `${service} checks it every day, and sends an alert when its email setup, its certificate or its registration needs you.`,
    watchThis: "Watch this domain"
  },
  de: {
    watch: (service) =>
      `${service} prüft sie jeden Tag und sendet einen Alarm, wenn ihre E-Mail-Einrichtung, ihr Zertifikat oder ihre Registrierung Sie braucht.`,
    watchThis: "Diese Domain überwachen"
  }
}
