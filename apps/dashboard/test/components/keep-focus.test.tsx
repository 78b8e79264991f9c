import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { useState } from "react"
import { userEvent } from "vitest/browser"
import { keepFocus } from "../../src/shell/keepFocus.ts"
import { Confirm } from "../../src/ui/Confirm.tsx"
import { Button } from "../../src/ui/Button.tsx"
import { Card } from "../../src/ui/Card.tsx"
import { render } from "./render.tsx"

/**
 * Shows a screen with actions in its heading, in a card, in a list and in a group of entries. Each action disappears
 * when it is pressed.
 */
const Actions = () => {
  const [left, setLeft] = useState<ReadonlyArray<string>>(["Acknowledge", "Withdraw", "End", "Remove entry"])
  const action = (name: string) =>
    left.includes(name) ? <Button onClick={() => setLeft(left.filter((one) => one !== name))}>{name}</Button> : null
  return (
    <main tabIndex={-1}>
      <header>
        <h1>Shop is down</h1>
        <Button>Copy link</Button>
        {action("Acknowledge")}
      </header>
      <Card title="Acknowledgement">{action("Withdraw")}</Card>
      <Card title="Sessions">
        <ul>{left.includes("End") ? <li>{action("End")}</li> : null}</ul>
      </Card>
      <fieldset>
        <legend>Header fields</legend>
        {left.includes("Remove entry") ? <div>{action("Remove entry")}</div> : null}
        <Button>Add</Button>
      </fieldset>
    </main>
  )
}

/** Shows a row whose button asks for confirmation. After the confirmation, the row disappears. */
const Asking = () => {
  const [isThere, setThere] = useState(true)
  const [isAsking, setAsking] = useState(false)
  return (
    <main tabIndex={-1}>
      <h1>Tags</h1>
      {isThere ? <Button onClick={() => setAsking(true)}>Delete…</Button> : null}
      <Confirm
        open={isAsking}
        title="Delete the tag Shops?"
        action="Delete it"
        onConfirm={() => Promise.resolve(setThere(false))}
        onClose={() => setAsking(false)}
      >
        <p>The domains stay.</p>
      </Confirm>
    </main>
  )
}

/** Shows a button that is disabled while its action runs. */
const Slow = ({ until }: { readonly until: Promise<unknown> }) => {
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    await until
    setRunning(false)
  }
  return (
    <main tabIndex={-1}>
      <Button disabled={isRunning} onClick={() => void run()}>
        Check now
      </Button>
    </main>
  )
}

/** Shows two rows of a list, of which the first can be moved down. */
const Moving = () => {
  const [names, setNames] = useState(["Shops", "Offices"])
  return (
    <main tabIndex={-1}>
      {names.map((name) => (
        <p key={name}>
          {name} <Button onClick={() => setNames(names.toReversed())}>Move down: {name}</Button>
        </p>
      ))}
    </main>
  )
}

/** Shows a dialog that a key opens. */
const Asked = ({ isAsking }: { readonly isAsking: boolean }) => (
  <main tabIndex={-1}>
    <h1>Shop is down</h1>
    <Confirm
      open={isAsking}
      title="Delete?"
      action="Delete"
      onConfirm={() => Promise.resolve()}
      onClose={() => undefined}
    >
      {null}
    </Confirm>
  </main>
)

const focused = () => document.activeElement?.textContent

describe("the focus", () => {
  let stop: (() => void) | undefined
  beforeEach(() => {
    stop = keepFocus()
  })
  afterEach(() => stop?.())

  it.each([
    ["Acknowledge", "Shop is down"],
    ["Withdraw", "Acknowledgement"],
    ["End", "Sessions"],
    ["Remove entry", "Add"]
  ])("of the button %s, which is gone when it was pressed, goes to %s", async (name, place) => {
    const { screen } = await render(<Actions />)
    const button = screen.getByRole("button", { name })
    button.element().focus()
    await userEvent.keyboard("{Enter}")
    await expect.poll(focused).toBe(place)
  })

  it("goes to the heading of the screen when a dialog has removed what opened it", async () => {
    const { screen } = await render(<Asking />)
    screen.getByRole("button", { name: "Delete…" }).element().focus()
    await userEvent.keyboard("{Enter}")
    await expect.poll(focused).toBe("Cancel")
    await userEvent.keyboard("{Tab}{Enter}")
    await expect.poll(focused).toBe("Tags")
  })

  it("goes to the heading of the screen after a dialog that a key opened", async () => {
    const { redraw } = await render(<Asked isAsking />)
    await expect.poll(focused).toBe("Cancel")
    await redraw(<Asked isAsking={false} />)
    await expect.poll(focused).toBe("Shop is down")
  })

  it("stays on a button whose row is moved", async () => {
    const { screen } = await render(<Moving />)
    screen.getByRole("button", { name: "Move down: Offices" }).element().focus()
    for (const key of ["{Enter}", "{Enter}"]) {
      await userEvent.keyboard(key)
      await expect.poll(focused).toBe("Move down: Offices")
    }
  })

  it("returns to a button that was only disabled while its action ran", async () => {
    const running = Promise.withResolvers<undefined>()
    const { screen } = await render(<Slow until={running.promise} />)
    screen.getByRole("button", { name: "Check now" }).element().focus()
    await userEvent.keyboard("{Enter}")
    await expect.poll(() => document.activeElement).toBe(document.body)
    running.resolve(undefined)
    await expect.poll(focused).toBe("Check now")
  })
})
