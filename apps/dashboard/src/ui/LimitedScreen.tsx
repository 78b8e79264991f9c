import type { ReactNode } from "react"
import { useAccount } from "../api/queries.ts"
import { useLanguage } from "../words/language.ts"
import { ButtonLink } from "./Button.tsx"
import { Curl } from "./Curl.tsx"
import { Screen } from "./Screen.tsx"

export const LimitedScreen = ({
  children,
  limit: name,
  path,
  used,
  words
}: {
  /** The path of the list, in the API as well as in the dashboard. */
  readonly path: string
  readonly limit: "channels" | "routes" | "statusPages"
  /** The number of entries. Undefined: the number is not known yet. */
  readonly used: number | undefined
  readonly words: {
    readonly title: string
    readonly add: string
    readonly used: (used: string, limit: string) => string
  }
  readonly children: ReactNode
}) => {
  const { format } = useLanguage()
  const limit = useAccount().data?.limits[name]
  return (
    <Screen
      title={words.title}
      note={
        used === undefined || limit === undefined ? undefined : words.used(format.number(used), format.number(limit))
      }
      actions={
        <>
          <Curl path={path} />
          <ButtonLink href={`${path}/new`} kind="primary">
            {words.add}
          </ButtonLink>
        </>
      }
    >
      {children}
    </Screen>
  )
}
