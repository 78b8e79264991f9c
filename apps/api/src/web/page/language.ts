import type { Language } from "@mon/model"
import { acceptedLanguage } from "../../http/acceptedLanguage.ts"
import type { PageRequest } from "./PageEndpoint.ts"

/** Returns the language of a page for a visitor who has not chosen a language. */
export const browserLanguage = ({ context }: PageRequest): Language =>
  acceptedLanguage(context.request.headers["accept-language"])
