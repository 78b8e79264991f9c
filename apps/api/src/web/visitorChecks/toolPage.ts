import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { type Frame, page } from "../page/Page.ts"

interface Words {
  readonly watch: (service: string) => string
  readonly watchThis: string
}

const toolWords: Readonly<Record<Language, Words>> = {
  en: {
    watch: (service) =>
      `${service} checks it every day, and sends an alert when its email setup, its certificate or its registration needs your attention.`,
    watchThis: "Watch this domain"
  },
  de: {
    watch: (service) =>
      `${service} prüft sie jeden Tag und sendet einen Alarm, wenn ihre E-Mail-Einrichtung, ihr Zertifikat oder ihre Registrierung Sie braucht.`,
    watchThis: "Diese Domain überwachen"
  }
}

export const toolPaths = {
  emailHealth: "/tools/email-health",
  emailMessage: "/tools/email-message",
  disposable: "/tools/disposable-email"
} as const

interface ToolPage {
  readonly title: string
  readonly frame: Frame
  readonly language: Language
  readonly body: Html
  /** Whether search engines may list the page: true for forms, false for results. */
  readonly isIndexed: boolean
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export const toolPage = ({ body, headers = {}, isIndexed, ...rest }: ToolPage) =>
  page({
    ...rest,
    headers: { ...headers, ...(isIndexed ? {} : { "X-Robots-Tag": "noindex" }) },
    body: html`<main class="tool">${body}</main>`
  })

/** Renders the link to create an account that monitors the checked domain, if visitors may sign up. */
export const watchLink = (frame: Frame, language: Language, label: string, offersSignUp: boolean): Html | null =>
  frame.person === null && offersSignUp
    ? html`<aside class="watch" aria-labelledby="watch">
        <h2 id="watch">${label}</h2>
        <p>${toolWords[language].watch(frame.service)}</p>
        <p><a class="button" href="/signup">${toolWords[language].watchThis}</a></p>
      </aside>`
    : null
