<?php
/**
 * Reads `schema.json`, which describes every block and field of the site. It is generated from the site's own schemas.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** The content of `schema.json` in the language of the user. */
function content_schema(): array {
	static $schemas = array();
	$locale         = determine_locale();

	return $schemas[ $locale ] ??= translate_schema(
		wp_json_file_decode( dirname( __DIR__ ) . '/schema.json', array( 'associative' => true ) ) ?? array()
	);
}

/**
 * Translates the texts that editors read. The script that collects the plugin's texts (`wordpress/runner/translate.ts`) reads the same keys.
 */
function translate_schema( array $part ): array {
	foreach ( $part as $key => $value ) {
		if ( is_array( $value ) && 'example' !== $key && 'default' !== $key ) {
			$part[ $key ] = translate_schema( $value );
		} elseif ( is_string( $value ) && '' !== $value && in_array( $key, array( 'label', 'help', 'itemLabel' ), true ) ) {
			$part[ $key ] = translate( $value, 'site-companion' ); // phpcs:ignore WordPress.WP.I18n
		}
	}

	return $part;
}

/**
 * The fields that the form of a post type edits.
 *
 * @return array<int, array<string, mixed>>
 */
function fields_of_type( string $type ): array {
	return match ( $type ) {
		HOMEPAGE       => homepage_form_fields(),
		FAQPAGE        => faqpage_form_fields(),
		QUESTION_ORDER => question_order_fields(),
		SITE           => site_form_fields(),
		REDIRECTS      => redirects_form_fields(),
		SEO_META       => seo_fields(),
		default        => content_schema()[ $type ]['fields'] ?? array(),
	};
}

/** The fields of a block, null for a layout that the site does not have. */
function fields_of_layout( string $layout ): ?array {
	return block_layouts()[ $layout ]['fields'] ?? null;
}
