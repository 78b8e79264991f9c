import { Button } from "./Button.tsx"
import css from "./Screen.module.css"

/** The part of a paged query that the button needs. */
interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Shows a button below a list that loads the next page of the list. Shows nothing after the last page. */
export const OlderRows = ({
  label,
  query: { fetchNextPage, hasNextPage, isFetchingNextPage }
}: {
  readonly label: string
  readonly query: Pages
}) =>
  hasNextPage ? (
    <p className={css["more"]}>
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </p>
  ) : null
