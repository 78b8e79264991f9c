import { useSearch } from "wouter"
import { useAccount } from "../api/queries.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"

/** Shows the addresses of the account that get no emails, because a mail server reported that they do not exist. */
export const RefusedAddresses = () => {
  const words = useAccountWords().refusedAddresses
  const addresses = useAccount().data?.refusedAddresses ?? []
  const isSent = new URLSearchParams(useSearch()).get("done") === "link"
  if (addresses.length === 0) return null
  return (
    <Card title={words.title}>
      <div className={css["text"]}>
        <p role="status">{isSent ? words.sent : words.hint}</p>
        {addresses.map(({ address, code, refusedAt }) => (
          <form key={address} method="post" action="/settings/refused-address">
            <p>
              <b>
                <bdi>{address}</bdi>
              </b>{" "}
              <span className={css["small"]}>
                {words.since(code)} <Exact at={refusedAt} />
              </span>
            </p>
            <input type="hidden" name="address" value={address} />
            <Button type="submit" aria-label={words.sendTo(address)}>
              {words.send}
            </Button>
          </form>
        ))}
      </div>
    </Card>
  )
}
