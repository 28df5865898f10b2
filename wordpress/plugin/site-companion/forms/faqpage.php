<?php
/**
 * The fields of the FAQ page.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** The fields of the FAQ page. In `schema.json`, as in ACF, they are inside a group; they are stored without it. */
function faqpage_form_fields(): array {
	$group = content_schema()['faqpage']['fields'][0]['fields'];

	return array_map(
		static fn( array $field ): array => array( 'isRich' => true ) + with_html_autop( $field ),
		$group
	);
}
