import type { ReactNode } from "react"
import { useLanguage } from "../words/language.ts"
import { Button } from "./Button.tsx"
import { useSentence } from "./Problem.tsx"
import css from "./Screen.module.css"
import { Skeleton } from "./Skeleton.tsx"
import { Ago } from "./time.tsx"

interface Query<A> {
  readonly data: A | undefined
  readonly dataUpdatedAt: number
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

export const Loaded = <A,>({
  children,
  query: { data, dataUpdatedAt, error, refetch },
  rows
}: {
  readonly query: Query<A>
  readonly children: (data: A) => ReactNode
  readonly rows?: number
}) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  if (data === undefined) {
    if (error !== null)
      return (
        <div className={css["none"]} role="alert">
          <p>{sentence(error)}</p>
          <Button onClick={() => void refetch()}>{words.problem.again}</Button>
        </div>
      )
    return <Skeleton rows={rows} />
  }
  return (
    <>
      {error === null ? null : (
        <p className={css["notice"]} role="status">
          {words.problem.kept} <Ago at={dataUpdatedAt} />
        </p>
      )}
      {children(data)}
    </>
  )
}
