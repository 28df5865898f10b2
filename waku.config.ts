import { defineConfig } from 'waku/config';
import { siteFramework } from './src/framework/build/vite-plugin.ts';

export default defineConfig({
  vite: {
    plugins: [
      siteFramework({
        layers: ['tokens', 'base', 'blocks', 'sections'],
        external: ['sharp', 'bullmq', 'ioredis'],
        chunks: [
          // The fields, components and hooks of forms. The code that validates and sends a form is loaded when a visitor
          // begins to fill it in.
          {
            name: 'form',
            test: /src\/(?:blocks\/(?:button|input-field)\/|forms\/(?:.+\.tsx|.+\.css|use-.+\.ts|form-state\.ts|draft\.ts)$)/,
            minShareCount: 2,
          },
        ],
      }),
    ],
  },
});
