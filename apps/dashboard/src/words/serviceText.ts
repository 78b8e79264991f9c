import type { Catalogue } from "./catalogue.en.ts"

/** A sentence of the service in the language of the screen, or as it is if nobody has translated it. */
export const serviceText = ({ serviceMessage }: Pick<Catalogue, "serviceMessage">, message: string): string =>
  serviceMessage(message) ?? message
