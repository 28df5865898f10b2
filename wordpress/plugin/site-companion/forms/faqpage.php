<?php
/**
 * The fields of the FAQ page.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** Descriptions in the form of `schema.json`. */
function faqpage_form_fields(): array {
	return array(
		array(
			'name'  => 'subheadline',
			'label' => __( 'Subheadline', 'site-companion' ),
			'help'  => __( 'The small line above the headline.', 'site-companion' ),
			'type'  => 'text',
		),
		array(
			'name'     => 'headline',
			'label'    => __( 'Headline', 'site-companion' ),
			'type'     => 'text',
			'required' => true,
		),
		array(
			'name'   => 'under_headline_content_html',
			'label'  => __( 'Text under the headline', 'site-companion' ),
			'type'   => 'typed-html',
			'isRich' => true,
		),
	);
}
