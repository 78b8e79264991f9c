import type { WhatsAppLayerOptions } from "@mon/alerts/effect"
import type { Environment } from "@mon/model"
import {
  type DeliveryIdentitySettings,
  type MailSettings,
  readDeliveryIdentity,
  readMailSettings,
  readWhatsAppSettings
} from "@mon/notifications"

/** How notifications are delivered (decisions section 9). */
export interface DeliverySettings {
  readonly mail: MailSettings
  /** Null: no WhatsApp deliveries. */
  readonly whatsApp: WhatsAppLayerOptions | null
  readonly identity: DeliveryIdentitySettings
}

/**
 * Reads the delivery settings from environment variables.
 *
 * @throws SettingError
 */
export const readDeliverySettings = (env: Environment): DeliverySettings => ({
  mail: readMailSettings(env),
  whatsApp: readWhatsAppSettings(env),
  identity: readDeliveryIdentity(env)
})
