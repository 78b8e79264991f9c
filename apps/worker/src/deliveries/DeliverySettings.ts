import type { WhatsAppLayerOptions } from "@mon/alerts/effect"
import type { Environment } from "@mon/model"
import {
  type ChannelDestinationSettings,
  type DeliveryIdentitySettings,
  type MailSettings,
  readChannelDestinations,
  readDeliveryIdentity,
  readMailSettings,
  readWhatsAppSettings
} from "@mon/notifications"

export interface DeliverySettings {
  readonly mail: MailSettings
  /** The settings for WhatsApp. Null: there are no WhatsApp deliveries. */
  readonly whatsApp: WhatsAppLayerOptions | null
  readonly identity: DeliveryIdentitySettings
  /** The addresses that channels may reach in addition to public addresses. */
  readonly channels: ChannelDestinationSettings
}

/**
 * Reads the delivery settings from environment variables.
 *
 * @throws SettingError
 */
export const readDeliverySettings = (env: Environment): DeliverySettings => ({
  mail: readMailSettings(env),
  whatsApp: readWhatsAppSettings(env),
  identity: readDeliveryIdentity(env),
  channels: readChannelDestinations(env)
})
