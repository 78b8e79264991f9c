import type { IncidentRepair } from "@mon/model"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { repairWords } from "./repairWords.ts"

/**
 * Translates the label of a resolver. Resolvers have no names of their own, so they are called "resolver" and "resolver
 * 2".
 */
const named = (server: string, resolver: string): string => server.replace(/^resolver(?=$| \d+$)/u, resolver)

export const RepairServers = ({ answers }: { readonly answers: NonNullable<IncidentRepair["answers"]> }) => {
  const words = useScreenWords(repairWords)
  const { resolvers, servers, state } = answers
  return (
    <>
      <p>
        {words.serverStates[state]} {state === "verified" && resolvers === 1 ? words.oneResolver : null}
      </p>
      <ul className={screen["under"]}>
        {servers.map((one) => (
          <li key={one.server}>
            <bdi>{named(one.server, words.resolver)}</bdi>: {words.servers[one.state]}
            {one.values.length === 0 ? null : (
              <>
                {" "}
                · <bdi>{one.values.join(", ")}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
