<?php
/**
 * Reads `schema.json`, which describes every block and field of the site. The site's own schemas generate it.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** The content of `schema.json`. */
function content_schema(): array {
	static $schema = null;
	$schema      ??= wp_json_file_decode( dirname( __DIR__ ) . '/schema.json', array( 'associative' => true ) ) ?? array();

	return $schema;
}

/**
 * The fields that the form of a post type edits. Questions have none.
 *
 * @return array<int, array<string, mixed>>
 */
function fields_of_type( string $type ): array {
	return content_schema()[ $type ]['fields'] ?? array();
}

/** The fields of a block, null for a layout that the site does not have. */
function fields_of_layout( string $layout ): ?array {
	foreach ( content_schema()['blocks'] ?? array() as $block ) {
		if ( $layout === $block['layout'] ) {
			return $block['fields'];
		}
	}

	return null;
}
