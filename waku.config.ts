import { defineConfig } from 'waku/config';
import { BUILD_DIRECTORY, siteFramework } from './src/framework/build/index.ts';

export default defineConfig({
  distDir: BUILD_DIRECTORY,
  vite: {
    plugins: [
      siteFramework({
        external: ['sharp', 'bullmq', 'ioredis'],
        chunks: [
          { name: 'field', test: /src\/blocks\/(?:button|input-field)\// },
          {
            name: 'form',
            test: /src\/forms\/(?!(?:decode-list-file|domain-list|fields|form-payload|host-name|message|send-mail)\.ts)/,
            minShareCount: 2,
          },
        ],
      }),
    ],
  },
});
