import type { Catalogue } from "./catalogue.en.ts"

/** Returns a sentence of the service in the language of the screen, or unchanged if there is no translation. */
export const serviceText = ({ serviceMessage }: Pick<Catalogue, "serviceMessage">, message: string): string =>
  serviceMessage(message) ?? message
