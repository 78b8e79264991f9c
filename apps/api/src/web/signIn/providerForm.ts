import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { IdentityProvider } from "../../auth/identity/IdentityProvider.ts"
import { attributes } from "../page/Form.ts"

/** The paths of the forms that lead to the identity provider, and the path to which the provider redirects. */
export const providerPaths = {
  signIn: "/signin/oidc",
  callback: "/signin/oidc/callback",
  again: "/settings/sign-in/again",
  link: "/settings/sign-in/link",
  unlink: "/settings/sign-in/unlink"
} as const

export const providerButton = (action: string, label: string, fields: Readonly<Record<string, string>> = {}): Html =>
  html`<form method="post" action="${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input${attributes({ type: "hidden", name, value })}>`)}
    <button class="second" type="submit">${label}</button>
  </form>`

export const providerSignIn = Effect.fnUntraced(function* (label: (provider: string) => string, next: string) {
  const provider = yield* IdentityProvider
  return provider === null ? null : providerButton(providerPaths.signIn, label(provider.name), { next })
})
