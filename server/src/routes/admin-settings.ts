// The settings in force, for the operator.
import { anything, list, named, object, oneOf, text } from '@quarry/kit/schema'
import { route } from './route.ts'

const settings = route({
  name: 'settings',
  method: 'GET',
  path: '/admin/settings',
  access: 'admin',
  tag: 'status',
  summary: 'The settings in force, and where each came from',
  description: 'Of the server that answers. Secrets are named, never shown.',
  params: object({}),
  replies: {
    200: {
      description: 'The settings',
      schema: object(
        {
          settings: list(
            object({
              name: text('limits.cache_mb'),
              value: anything({ description: 'As it is in force; `(hidden)` for a secret.' }),
              from: oneOf(['environment', 'file', 'default']),
            }),
          ),
        },
        named('Settings'),
      ),
    },
  },
  refusals: [],
  example: {},
  run: async (_given, parts) => ({ body: { settings: parts.settings() } }),
})

export const settingRoutes = [settings]
