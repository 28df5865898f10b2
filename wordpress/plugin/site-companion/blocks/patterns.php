<?php
/**
 * Complete pages to start from. Each pattern is a file of rows of `acf.blocks`, like the pages in the site's own snapshot.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'init', __NAMESPACE__ . '\register_patterns' );
// The site has its own design, so the patterns of the theme and of WordPress are not offered.
remove_action( 'init', '_register_theme_block_patterns' );
add_action( 'after_setup_theme', static fn() => remove_theme_support( 'core-block-patterns' ), 20 );
add_filter( 'should_load_remote_block_patterns', '__return_false' );

function register_patterns(): void {
	register_block_pattern_category( 'site-pages', array( 'label' => __( 'Site pages', 'site-companion' ) ) );
	$patterns = array(
		'solution-page' => array(
			'title'       => __( 'Solution page', 'site-companion' ),
			'description' => __( 'Explains one part of the platform: what it does, how it works, what it earns and what people ask.', 'site-companion' ),
		),
		'landing-page'  => array(
			'title'       => __( 'Landing page', 'site-companion' ),
			'description' => __( 'One offer and one button: for a campaign, a mailing or a conference.', 'site-companion' ),
		),
		'legal-page'    => array(
			'title'       => __( 'Legal page', 'site-companion' ),
			'description' => __( 'Numbered sections of text with a table, and who to ask.', 'site-companion' ),
		),
	);
	foreach ( $patterns as $name => $pattern ) {
		$rows = wp_json_file_decode( __DIR__ . "/patterns/$name.json", array( 'associative' => true ) );
		register_block_pattern(
			BLOCK_NAMESPACE . $name,
			$pattern + array(
				'content'       => content_of_rows( $rows ),
				'categories'    => array( 'site-pages' ),
				'postTypes'     => array( 'page' ),
				// Offered when an editor adds a page.
				'blockTypes'    => array( 'core/post-content' ),
				'viewportWidth' => 900,
			)
		);
	}
}
