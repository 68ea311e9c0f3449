/** Arabic runs from right to left, so allow logical properties and values only. */
export default {
  plugins: ['stylelint-use-logical'],
  ignoreFiles: ['.next/**', 'node_modules/**', 'public/**', 'dist/**'],
  rules: {
    'csstools/use-logical': [
      'always',
      {
        except: [
          'width',
          'height',
          'min-width',
          'min-height',
          'max-width',
          'max-height',
          'top',
          'bottom',
          'margin-top',
          'margin-bottom',
          'padding-top',
          'padding-bottom',
          'border-top',
          'border-bottom',
          /^overflow-/,
        ],
      },
    ],
    'color-no-invalid-hex': true,
    'block-no-empty': true,
    'declaration-block-no-duplicate-properties': [true, { ignoreProperties: ['composes'] }],
    'property-no-unknown': [true, { ignoreProperties: ['composes'] }],
    'unit-no-unknown': true,
    'no-duplicate-selectors': true,
  },
};
