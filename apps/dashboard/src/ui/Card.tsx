import { type ReactNode, useId } from "react"
import css from "./Card.module.css"

export const Card = ({
  action,
  children,
  title
}: {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) => {
  const id = useId()
  return (
    <section className={css["card"]} aria-labelledby={id}>
      <header className={css["head"]}>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}

/** Shows terms and their values. Omits a term whose value is null. */
export const Facts = ({ rows }: { readonly rows: ReadonlyArray<readonly [term: string, value: ReactNode]> }) => (
  <dl className={css["facts"]}>
    {rows
      .filter(([, value]) => value !== null)
      .map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
