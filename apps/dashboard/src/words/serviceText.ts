import type { Catalogue } from "./catalogue.en.ts"

export const serviceText = ({ serviceMessage }: Pick<Catalogue, "serviceMessage">, message: string): string =>
  serviceMessage(message) ?? message
