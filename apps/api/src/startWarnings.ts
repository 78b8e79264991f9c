import type { ApiSettings } from "./ApiConfig.ts"

export const startWarnings = (
  { billing, signup }: Pick<ApiSettings, "billing" | "signup">,
  baseUrl: string
): ReadonlyArray<string> => {
  if (!baseUrl.startsWith("https:"))
    return ["Session cookies are sent unencrypted. Set MON_BASE_URL to an https URL unless only you use this service."]
  return signup === "open" && billing?.processor.kind === "local"
    ? [
        "Payments are free: anyone who can sign up can get the Agency plan at no cost. Set MON_STRIPE_SECRET_KEY and MON_STRIPE_WEBHOOK_SECRET, MON_BILLING=none or MON_SIGNUP=invited."
      ]
    : []
}
