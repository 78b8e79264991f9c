import { expect, it } from "vitest"
import { queryClient } from "../../src/api/queries.ts"
import Channels from "../../src/channels/Channels.tsx"
import { channelKinds, channels } from "../channelRecords.ts"
import { render } from "./render.tsx"

it("a channel gets the alerts of the default route, if it is in it and works", async () => {
  queryClient.setQueryData(["channels"], channels)
  queryClient.setQueryData(["channel-kinds", "en"], channelKinds)
  queryClient.setQueryData(["account"], { role: "owner", email: "ann@example.com", limits: { channels: 10 } })
  const { screen } = await render(<Channels />)
  await expect.element(screen.getByText("Chat of operations")).toBeVisible()
  const named = screen
    .getByRole("listitem")
    .elements()
    .filter(({ textContent }) => textContent?.includes("Alerts of the default route") === true)
    .map((item) => channels.find(({ name }) => item.textContent?.startsWith(name) === true)?.id)
  expect(named).toEqual(channels.filter((one) => one.inDefaultRoute && one.stoppedBy === null).map(({ id }) => id))
})
