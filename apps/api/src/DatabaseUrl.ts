import { Effect, Redacted } from "effect"
import { ConfigFault } from "./ApiConfig.ts"

const variable = "MON_DATABASE_URL"

/** The database of an environment; a process that has no database of its own needs one. */
export const readDatabaseUrl = (
  environment: Readonly<Record<string, string | undefined>>
): Effect.Effect<Redacted.Redacted, ConfigFault> => {
  const text = environment[variable]?.trim() ?? ""
  const url = URL.parse(text)
  return url !== null && /^postgres(?:ql)?:$/u.test(url.protocol)
    ? Effect.succeed(Redacted.make(text))
    : Effect.fail(new ConfigFault({ variable, takes: "an address like postgres://user:password@host:5432/database" }))
}
